/** The switches for notifications (rules: notification-switches, always-told). */
export const switches = ['collects', 'shares', 'comments', 'dropJoins', 'rewards'] as const

export type Switch = (typeof switches)[number]
