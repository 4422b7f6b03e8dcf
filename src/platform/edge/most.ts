/** How many listeners an edge asks the primary about at once, and tells it of in one report. */
export const mostOf = { standing: 1_000, report: 500 } as const
