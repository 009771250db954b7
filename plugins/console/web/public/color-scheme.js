// Sets the colours before the first paint. A file of its own, because the page's security policy forbids inline scripts.
const chosen = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
