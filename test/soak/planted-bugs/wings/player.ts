import type { PlantedBug } from '../bug.ts'

/** Bugs with the queue, listening along and plays in the browser. */
export const playerBugs: readonly PlantedBug[] = [
  {
    name: 'a track taken off before the playing one jumps over one',
    file: 'public/player/queue.ts',
    text: '  if (place < index.value) index.value -= 1\n',
    becomes: '',
    tests: ['web/keys'],
  },
  {
    name: 'who stops listening along goes on at a bent speed',
    file: 'public/player/along.ts',
    text: '    setRate(1)\n    state',
    becomes: '    state',
    tests: ['web/listen-along'],
  },
  {
    name: 'the playing track can be taken off the queue',
    file: 'public/player/panels.tsx',
    text: '        {place !== index.value && (',
    becomes: '        {place >= 0 && (',
    tests: ['web/keys'],
  },
  {
    name: 'two tabs play at once',
    file: 'public/player/one-at-a-time.ts',
    text: '    if (playing.value) tabs.postMessage(null)',
    becomes: '    if (!playing.value) tabs.postMessage(null)',
    tests: ['web/keys'],
  },
  {
    name: 'a guest’s play by the secret link is told',
    file: 'public/player/plays.ts',
    text: ' || ended.cue.path) return',
    becomes: ') return',
    tests: ['web/guest'],
  },
  {
    name: 'keys of the player act while somebody writes',
    file: 'public/player/keys.ts',
    text: "    if (target instanceof Element && target.closest(event.key === ' ' ? `${writes},${spaceIsTaken}` : writes)) return\n",
    becomes: '',
    tests: ['web/keys'],
  },
  {
    name: 'keys of the player take those of the browser',
    file: 'public/player/keys.ts',
    text: '    if (event.ctrlKey || event.metaKey || event.altKey) return\n',
    becomes: '',
    tests: ['web/keys'],
  },
  {
    name: 'a secret track is kept for the next visit',
    file: 'public/player/resume.ts',
    text: 'current.value && !isSecret ? JSON',
    becomes: 'current.value ? JSON',
    tests: ['web/guest', 'web/deck'],
  },
  {
    name: 'a play of a moment is counted',
    file: 'public/player/plays.ts',
    text: 'ended.heardSec < leastPlaySec || ',
    becomes: '',
    tests: ['web/statistics'],
  },
  {
    name: 'a track is queued twice',
    file: 'public/player/queue.ts',
    text: '  else if (place > index.value) showToast',
    becomes: '  else if (place > 9_999) showToast',
    tests: ['web/deck'],
  },
]
