/** The kit: a page for developers and snapshots, `kit.html#tiles`, `#pieces`, `#state,hideout,de`, `#board,explore,night` or `#play,LATE`. */
import { mount } from 'svelte';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import { setPseudoLanguage } from '../i18n/index.svelte';
import { startLanguage } from '../lib/settings.svelte';
import Kit from './Kit.svelte';

const pseudo = new URLSearchParams(location.search).get('language') === 'pseudo';
void startLanguage()
  .then(() => (pseudo ? setPseudoLanguage() : undefined))
  .then(() => mount(Kit, { target: document.getElementById('kit')! }));
