import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { embeddedTheme, isEmbedded } from './app/embed.ts';
import { keepOffline } from './offline/register.ts';
import { useStudio, watchSystemTheme } from './session/store.ts';
import { installTestHook } from './app/test-hook.ts';
import './styles.css';

function applyTheme(): void {
  document.documentElement.dataset['theme'] = useStudio.getState().theme;
}

if (embeddedTheme !== undefined) useStudio.setState({ theme: embeddedTheme });
applyTheme();
useStudio.subscribe(applyTheme);
watchSystemTheme();
installTestHook();
// In a frame the site around it decides what is kept.
if (!isEmbedded && location.hash !== '#/film') keepOffline();
createRoot(document.getElementById('root')!).render(<App />);
