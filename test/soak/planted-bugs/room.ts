import type { PlantedBug } from './bug.ts'

export const roomBugs: readonly PlantedBug[] = [
  {
    name: 'who is muted or banned in a room reads its reports',
    file: 'src/room/moderation/list-reports.ts',
    text: 'moderator} = 1`',
    becomes: 'moderator} >= 0`',
    tests: ['room/room-moderation'],
  },
  {
    name: 'who closes one of two tabs is gone for the others',
    file: 'src/platform/hub/presence.ts',
    text: 'if (known.count > 1)',
    becomes: 'if (known.count > 2)',
    tests: ['room/room'],
  },
  {
    name: 'who comes back is sent a comment that was removed meanwhile',
    file: 'src/platform/hub/ring.ts',
    text: '    removals += 1\n',
    becomes: '',
    tests: ['room/room-slow'],
  },
  {
    name: 'anybody marks the notifications of others as read',
    file: 'src/account/notification/mark-read.ts',
    text: 'const whereOwn = and(eq(notifications.userId, userId), inArray(notifications.id, [...ids]))',
    becomes: 'const whereOwn = inArray(notifications.id, [...ids])',
    tests: ['account/notification'],
  },
  {
    name: 'a browser in which another account signs in is pushed to from where the former one was',
    file: 'src/account/notification/subscribe.ts',
    text: 'known?.userId === userId ? known.pushedTo : ',
    becomes: 'known ? known.pushedTo : ',
    tests: ['account/push'],
  },
  {
    name: 'a host whose name ends like that of a push service is pushed to',
    file: 'src/account/notification/push-endpoint.ts',
    text: 'host.endsWith(name) && host !== name',
    becomes: 'host.endsWith(name.slice(1)) && host !== name',
    tests: ['account/push'],
  },
]
