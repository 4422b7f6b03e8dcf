/** Says a line to those who listen to the page instead of looking at it. */
export function announce(text: string): void {
  const line = document.querySelector('#announce')
  if (line) line.textContent = text
}
