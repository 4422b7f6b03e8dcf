/** The switches for notifications (rule: notification-switches). */
export const switches = ['collects', 'shares', 'comments', 'dropJoins', 'rewards'] as const

export type Switch = (typeof switches)[number]
