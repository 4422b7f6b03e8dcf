/** The switches for notifications (rule: notification-switches). */
export const switches = ['collects', 'shares', 'comments', 'dropJoins', 'rewards'] as const

/** The name of a switch. */
export type Switch = (typeof switches)[number]
