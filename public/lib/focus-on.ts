/** Gives an element the focus, and opens what it is folded away in. */
export function reveal(element: HTMLElement | null): void {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  element?.focus()
}

/**
 * Moves the focus to an element as soon as this turn's changes are on the page: behind an open
 * dialog nothing can be focused, and a closing dialog returns the focus to the button that opened
 * it, which may be gone.
 */
export const focusOn = (selector: string): void => {
  setTimeout(() => reveal(document.querySelector<HTMLElement>(selector)))
}

/** Leads to an element as `focusOn` does; of a field for files it opens the choice of files. */
export const goTo = (selector: string): void => {
  setTimeout(() => {
    const element = document.querySelector<HTMLElement>(selector)
    reveal(element)
    if (element instanceof HTMLInputElement && element.type === 'file') element.click()
  })
}
