/**
 * Moves the keyboard to an element as soon as this turn's changes are on the page: behind an open dialog nothing takes
 * the focus, and a closing one returns it to the button that opened it, which may be gone.
 */
export const focusOn = (selector: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus())
}
