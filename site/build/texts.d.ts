export function complete_languages(folder: string): string[];
