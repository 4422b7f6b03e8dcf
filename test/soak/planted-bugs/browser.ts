import type { PlantedBug } from './bug.ts'

export const browserBugs: readonly PlantedBug[] = [
  {
    name: 'who is banned asks for the room for ever',
    file: 'public/room/keep-stream.ts',
    text: 'const final = new Set([403, 404])',
    becomes: 'const final = new Set([410])',
    tests: ['web/world/room-client'],
  },
  {
    name: 'after a reset the browser asks again from the event that it had',
    file: 'public/room/keep-stream.ts',
    text: "after = id === '' ? null : id",
    becomes: "after = id === '' ? after : id",
    tests: ['web/world/room-client'],
  },
  {
    name: 'what is typed while a comment is sent is lost',
    file: 'public/islands/room/write.tsx',
    text: 'if (text.value === sent) text.value',
    becomes: 'text.value',
    tests: ['web/world/side-b'],
  },
  {
    name: 'a push opens another site',
    file: 'public/worker/push.ts',
    text: '/^\\/(?!\\/)/.test(path)',
    becomes: "path.startsWith('/')",
    tests: ['web/service-worker'],
  },
  {
    name: 'the email address of a guest stays in the tab after the payment',
    file: 'public/islands/checkout/kept-text.ts',
    text: '  for (const field of fields) tabStore',
    becomes: "  for (const field of fields) if (field !== 'email') tabStore",
    tests: ['web/checkout/guest'],
  },
  {
    name: 'a page that loads slowly replaces the one that was clicked later',
    file: 'public/lib/swap-page.ts',
    text: '    if (signal.aborted) return\n',
    becomes: '',
    tests: ['web/travel'],
  },
]
