// Stands in a document that the server drew whole: it is read, and its links lead on, without scripts. They come with the first sign
// of someone who is about to do more than read, or at once where the address says more than which page it is.
{
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel', 'click']
  const options = { capture: true, passive: true }
  // What is pressed or sent meanwhile, the last of it; done again once the page can do it.
  let pressed = null

  const fetchScripts = ({ type, target, movementX, movementY }) => {
    // Chromium says so of a pointer that lies still when a page comes under it.
    if (type === 'pointermove' && movementX === 0 && movementY === 0) return
    // The page did that itself.
    if (type === 'focusin' && target.autofocus) return
    for (const sign of signs) removeEventListener(sign, fetchScripts, options)
    const scripts = document.getElementById('scripts').content.cloneNode(true)
    scripts.querySelector('script').onerror = complain
    document.head.append(scripts)
  }
  // Browsers keep in mind that a module did not come: only the page itself can be fetched again.
  const complain = () => {
    release()
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div class="loading-notes" role="alert"><p class="loading-slow" style="animation: none; visibility: visible">' +
        'Страница загрузилась не вся. Проверьте связь и <a href="">откройте её ещё раз</a>.</p></div>',
    )
  }

  const hold = (event) => {
    const { target, submitter } = event
    const button = event.type === 'submit' ? target : target.closest?.('a[href], summary, label, button, [role="button"]')
    // What a browser does without scripts it does, but for links that do more than lead.
    if (!button?.matches('form, button, [role="button"], [data-alive]')) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    release()
    pressed = { button, submitter }
    button.setAttribute('data-held', '')
  }
  const release = () => {
    pressed?.button.removeAttribute('data-held')
    pressed = null
  }

  // The page is alive (web/app.tsx): what was typed and pressed before is typed and pressed for it.
  const repeat = () => {
    for (const kind of ['click', 'submit']) removeEventListener(kind, hold, true)
    for (const field of document.querySelectorAll('#root :is(input, textarea)')) type(field)
    const { button, submitter } = pressed ?? {}
    release()
    if (!button?.isConnected) return
    if (button.matches('form')) button.requestSubmit(submitter)
    else button.click()
  }
  // React hears of a field what differs from before; it took over what stands there.
  const type = (field) => {
    const { value, defaultValue } = field
    if (value === defaultValue || !/^(text|search|email|tel|textarea)$/.test(field.type)) return
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set
    const { selectionStart, selectionEnd } = field
    for (const text of [defaultValue, value]) {
      set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  }

  // Said while React is still at it.
  document.addEventListener('hydrated', () => setTimeout(repeat), { once: true })
  if (location.search || location.hash) document.addEventListener('DOMContentLoaded', fetchScripts)
  else for (const sign of signs) addEventListener(sign, fetchScripts, options)
  // After the signs: what is held reaches no other listener.
  for (const kind of ['click', 'submit']) addEventListener(kind, hold, true)
}
