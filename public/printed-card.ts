document.querySelector('.print')?.addEventListener('click', () => window.print())
document.documentElement.classList.add('js')
