import { say } from '../src/lib/language/say.ts'

/**
 * Plays the tracks of the player that other sites show in a frame: one at a time, and the next when
 * one is over.
 */
const sound = new Audio()
sound.preload = 'none'
const rows = [...document.querySelectorAll<HTMLButtonElement>('ol button')]
const key = document.querySelector<HTMLButtonElement>('.play')
const notice = document.querySelector('[role=status]')
let current = -1

const tell = (text: string) => {
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
  tell('')
  // The error event reports a refusal.
  sound.play().catch(() => {})
}

const toggle = (index: number) => (index === current && !sound.paused ? sound.pause() : start(index))

for (const [index, row] of rows.entries()) row.addEventListener('click', () => toggle(index))
key?.addEventListener('click', () => toggle(Math.max(current, 0)))
for (const name of ['play', 'pause'] as const) {
  sound.addEventListener(name, () => {
    key?.setAttribute('aria-pressed', String(!sound.paused))
    const title = rows[current]?.querySelector('.title')?.textContent
    if (name === 'play' && title) tell(say('Playing {title}', { title }))
  })
}
sound.addEventListener('timeupdate', () => {
  const played = sound.duration > 0 ? (sound.currentTime / sound.duration) * 100 : 0
  rows[current]?.style.setProperty('--played', played.toFixed(1))
})
sound.addEventListener('ended', () => start(current + 1))
sound.addEventListener('error', () => {
  key?.setAttribute('aria-pressed', 'false')
  tell(say('This track could not be loaded. Press play to try again.'))
  current = -1
})
