/** The switches by which people choose what they are told of (rule: notification-switches). */
export const switches = ['collects', 'shares', 'comments', 'dropJoins', 'rewards'] as const

/** The name of a switch. */
export type Switch = (typeof switches)[number]
