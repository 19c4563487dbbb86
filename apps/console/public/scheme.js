// Before anything is drawn: the colour scheme that was chosen last, so that no page flashes white. Holds nothing else.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('pvg-color-scheme');
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
