import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import App from './App.svelte';
import { parse } from './lib/router.svelte';
import { startLanguage } from './lib/settings.svelte';
import { whenIdle } from './offline/version.svelte';
import { keepForLater } from './offline/visit';
import { fetchScreen } from './screens';

const target = document.getElementById('app');
if (target)
  void Promise.all([startLanguage(), fetchScreen(parse(location.hash))]).then(() => mount(App, { target }));
if (import.meta.env.PROD) addEventListener('load', () => whenIdle(() => void keepForLater()));
