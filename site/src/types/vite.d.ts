interface ImportMeta {
  glob<T>(pattern: string, options: { eager: true }): Record<string, T>;
}
