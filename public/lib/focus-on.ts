/**
 * Moves the focus to an element as soon as this turn's changes are on the page: behind an open
 * dialog nothing can be focused, and a closing dialog returns the focus to the button that opened
 * it, which may be gone.
 */
export const focusOn = (selector: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus())
}

/** Leads to an element as `focusOn` does; of a field for files it opens the choice of files. */
export const goTo = (selector: string): void => {
  setTimeout(() => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    if (element instanceof HTMLInputElement && element.type === 'file') element.click()
  })
}
