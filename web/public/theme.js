/** The theme before anything is drawn, so that nobody who has chosen a dark one sees a flash of light. src/theme/theme.ts says the same. */
{
  let theme = 'auto';
  try {
    theme = localStorage.getItem('tisane.theme') ?? theme;
  } catch {
    // Nothing may be remembered here.
  }
  const shown = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme === 'auto' ? shown : theme;
}
