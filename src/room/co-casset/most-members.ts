/** How many artists share a casset at most, those who are only invited counted. */
export const mostMembers = 20

/** How many co-cassets somebody is a member of at most. */
export const mostMemberships = 50
