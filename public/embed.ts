/**
 * Plays the tracks of the player that other sites show in a frame: one at a time, and the next when
 * one is over. Its words come with the page: a table of them would be more than the player.
 */
const sound = new Audio()
sound.preload = 'none'
const rows = [...document.querySelectorAll<HTMLButtonElement>('ol button')]
const key = document.querySelector<HTMLButtonElement>('.play')
const tape = document.querySelector<SVGElement>('.cassette')
const notice = document.querySelector<HTMLElement>('[role=status]')
let current = -1

const tell = (text = '') => {
  if (notice) notice.textContent = text
}

function start(index: number): void {
  const row = rows[index]
  if (!row) return
  if (index !== current) {
    rows[current]?.removeAttribute('aria-current')
    current = index
    row.setAttribute('aria-current', 'true')
    sound.src = row.dataset.src ?? ''
  }
  tell()
  // The error event reports a refusal.
  sound.play().catch(() => {})
}

const toggle = (index: number) => (index === current && !sound.paused ? sound.pause() : start(index))

for (const [index, row] of rows.entries()) row.addEventListener('click', () => toggle(index))
key?.addEventListener('click', () => toggle(Math.max(current, 0)))
for (const name of ['play', 'pause'] as const) {
  sound.addEventListener(name, () => {
    key?.setAttribute('aria-pressed', String(!sound.paused))
    tape?.classList.add('loaded')
    tape?.classList.toggle('turning', !sound.paused)
    if (name === 'play') tell(rows[current]?.dataset.playing)
  })
}
sound.addEventListener('timeupdate', () => {
  const played = sound.duration > 0 ? (sound.currentTime / sound.duration) * 100 : 0
  rows[current]?.style.setProperty('--played', played.toFixed(1))
  tape?.style.setProperty('--wound', (played / 100).toFixed(2))
})
sound.addEventListener('ended', () => start(current + 1))
sound.addEventListener('error', () => {
  key?.setAttribute('aria-pressed', 'false')
  tell(notice?.dataset.failed)
  current = -1
})
