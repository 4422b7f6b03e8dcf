const toastMs = 6000

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a message over the page for a while, which screen readers announce too. */
export function showToast(text: string): void {
  const toast = document.querySelector('#toast')
  if (!toast) return
  clearTimeout(timer)
  toast.textContent = text
  timer = setTimeout(() => toast.replaceChildren(), toastMs)
}
