const sizes = ['Б', 'КБ', 'МБ', 'ГБ']

/** «340 КБ», «1,2 МБ» */
export function bytesInWords(bytes: number): string {
  const step = Math.min(sizes.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** step
  return `${size.toLocaleString('ru', { maximumFractionDigits: size < 10 && step > 0 ? 1 : 0 })} ${sizes[step]}`
}
