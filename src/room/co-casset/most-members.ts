/** The most artists of a co-casset, including those who are only invited. */
export const mostMembers = 20

export const mostMemberships = 50
