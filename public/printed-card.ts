/** Prints the card for a cassette's case. */
document.querySelector('.print')?.addEventListener('click', () => window.print())
document.documentElement.classList.add('js')
