import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import App from './App.svelte';
import { startLanguage } from './lib/settings.svelte';
import { whenIdle } from './offline/version.svelte';

const target = document.getElementById('app');
if (target) void startLanguage().then(() => mount(App, { target }));
if (import.meta.env.PROD)
  addEventListener('load', () =>
    whenIdle(() => void import('./offline/visit').then(({ keepForLater }) => keepForLater())),
  );
