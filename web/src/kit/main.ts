/** The kit: a page for developers and snapshots, `kit.html#tiles`, `#pieces`, `#board,explore,night` or `#play,LATE`. */
import { mount } from 'svelte';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/parts.css';
import { startLanguage } from '../lib/settings.svelte';
import Kit from './Kit.svelte';

void startLanguage().then(() => mount(Kit, { target: document.getElementById('kit')! }));
