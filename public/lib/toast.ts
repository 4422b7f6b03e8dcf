import { say } from '../../src/lib/language/say.ts'
import { announce } from './announce.ts'

const toastMs = 6000

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a message over the page, which is spoken, and keys beside it, until another is shown. */
export function keepToast(text: string, ...more: (string | Element)[]): Element | null {
  const toast = document.querySelector('#toast')
  clearTimeout(timer)
  toast?.replaceChildren(text, ...more)
  announce(text)
  return toast
}

export function showToast(text: string): void {
  const toast = keepToast(text)
  timer = setTimeout(() => toast?.replaceChildren(), toastMs)
}

/** The link to sign in keeps this page, and the text on it, open. */
export function showSignedOut(): void {
  const link = document.createElement('a')
  link.href = '/login'
  link.target = '_blank'
  const text = say('You were signed out. What you wrote stays here. <a>Sign in in a new tab</a>, then try again.')
  const [before = '', label = '', after = ''] = text.split(/<\/?a>/)
  link.textContent = label
  keepToast(before, link, after)
}
