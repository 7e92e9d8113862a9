/** A replay inside another page (docs/how-to/embed-a-replay.md). */
import { mount } from 'svelte';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import { startLanguage } from '../lib/settings.svelte';
import Embed from './Embed.svelte';

const target = document.getElementById('app');
if (target) void startLanguage().then(() => mount(Embed, { target }));
