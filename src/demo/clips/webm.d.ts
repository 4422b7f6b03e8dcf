declare module '*.webm' {
  const path: string
  export default path
}
