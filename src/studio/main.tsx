import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { useStudio, watchSystemTheme } from './session/store.ts';
import { installTestHook } from './app/test-hook.ts';
import './styles.css';

function applyTheme(): void {
  document.documentElement.dataset['theme'] = useStudio.getState().theme;
}

applyTheme();
useStudio.subscribe(applyTheme);
watchSystemTheme();
installTestHook();
createRoot(document.getElementById('root')!).render(<App />);
