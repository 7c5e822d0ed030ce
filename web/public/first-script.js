// Stands in the document itself and runs before anything is drawn.
{
  const page = document.documentElement
  // A dark page never flashes white. The key is Mantine's own.
  let kept = null
  try {
    kept = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // On a slow line the letters of the system do, and what is to be read comes a second sooner.
  const { effectiveType = '', saveData = false } = navigator.connection ?? {}
  if (saveData || effectiveType.endsWith('2g') || effectiveType === '3g') page.setAttribute('data-slow-line', '')
  else
    for (const href of (page.dataset.fonts ?? '').split(' ').filter(Boolean)) {
      const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', href })
      link.crossOrigin = ''
      document.head.append(link)
    }

  // What the page asks first is asked while its scripts are still on their way (web/kit/calls/first-answers.ts takes it).
  if (page.hasAttribute('data-visitor') && !page.hasAttribute('data-drawn'))
    window.firstAnswers = fetch(`/api/start?at=${encodeURIComponent(location.pathname + location.search)}`)
      .then((response) => response.json())
      .then(({ result }) => result ?? null)
      .catch(() => null)
}
