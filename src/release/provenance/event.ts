/** The kinds of events. */
export const eventTypes = [
  'RELEASE_CREATED',
  'VERSION_PUBLISHED',
  'MANIFEST_SIGNED',
  'ANCHORED',
  'PERMISSION_CHANGED',
  'LICENSE_GRANTED',
  'DERIVATIVE_LINKED',
  'CONTRIBUTOR_CHANGED',
] as const

export type EventType = (typeof eventTypes)[number]
