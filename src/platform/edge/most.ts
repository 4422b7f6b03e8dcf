/** The most listeners in one request to the primary, and in one report. */
export const mostOf = { standing: 1_000, report: 500 } as const
