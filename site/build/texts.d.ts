export function completeLanguages(folder: string): string[];
