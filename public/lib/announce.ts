export function announce(text: string): void {
  const line = document.querySelector('#announce')
  if (line) line.textContent = text
}
