/** Whether SQLite refused because another connection holds the database. Looks at causes too. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'SQLITE_BUSY') || isBusy(error.cause))
