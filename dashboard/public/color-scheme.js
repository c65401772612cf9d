// Before anything is painted, so that a dark screen does not flash.
(() => {
  const chosen = localStorage.getItem('backstop.color-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
