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
  const ask = async (width) => {
    const about = new URLSearchParams({ at: location.pathname + location.search, ...(width && { width }) })
    const { answers, sight } = (await (await fetch(`/api/start?${about}`)).json()).result
    if (sight) await show(sight)
    return answers
  }
  const parsed = new Promise((resolve) => addEventListener('readystatechange', resolve, { capture: true, once: true }))
  // What people come for stands on the screen before there are scripts: it can be read, and pressed when the page itself comes in its place.
  const show = async (sight) => {
    await parsed
    const main = document.querySelector('#root main')
    main.inert = true
    main.innerHTML = sight
    // Once it is painted; a page in the background is painted by no one.
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
      setTimeout(resolve, 200)
    })
  }
  const isKeptHere = (key) => {
    try {
      return sessionStorage.getItem(key) !== null
    } catch {
      return false
    }
  }
  if (page.hasAttribute('data-visitor') && !page.hasAttribute('data-drawn')) {
    // Other messages than the server knows of: a further page, or a filter that is changed in this tab (filter-drafts.ts).
    const others = location.hash || isKeptHere('filter-drafts')
    window.firstAnswers = ask(!others && innerWidth).catch(() => null)
    void Promise.all([parsed, others || window.firstAnswers]).then(() => {
      const scripts = document.getElementById('scripts')
      if (scripts) document.head.append(scripts.content.cloneNode(true))
    })
  }
}
