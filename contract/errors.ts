/** The one table of errors: code -> HTTP status and the sentence a person reads. A code without a sentence does not compile. */
export const errors = {
  UNAUTHORIZED: { http: 401, message: 'Войдите, чтобы продолжить' },
  FORBIDDEN: { http: 403, message: 'Недостаточно прав' },
  WRONG_ORIGIN: { http: 403, message: 'Запрос пришёл с чужой страницы' },
  NOT_FOUND: { http: 404, message: 'Неправильный запрос' },
  VALIDATION_FAILED: { http: 422, message: 'Неверно заполнены поля' },
  WRONG_CREDENTIALS: { http: 401, message: 'Неверный email или пароль' },
  EMAIL_TAKEN: { http: 409, message: 'Этот email уже зарегистрирован. Войдите или восстановите пароль' },
  FILTER_NOT_FOUND: { http: 404, message: 'Такой фильтр не существует' },
  FILTER_NAME_REQUIRED: { http: 422, message: 'Укажите название фильтра' },
  FILTERS_FULL: { http: 409, message: 'Сохранено уже 50 фильтров. Удалите лишний, чтобы добавить новый' },
  DEFAULT_FILTER_STAYS: { http: 409, message: 'Дефолтный фильтр нельзя удалить, переименовать или отдать команде' },
  NO_TEAM: { http: 409, message: 'У вас нет команды, которой можно показать фильтр' },
  MESSAGE_NOT_FOUND: { http: 404, message: 'Такого сообщения нет в вашей ленте' },
  AUTHOR_NOT_FOUND: { http: 404, message: 'Такого автора нет в вашей ленте' },
  BLACK_LIST_FULL: { http: 409, message: 'В чёрном списке уже 10 000 авторов. Уберите из него лишних, чтобы добавить нового' },
  LOCATION_NOT_FOUND: { http: 404, message: 'Такого места нет в справочнике' },
  OTHER_CATEGORY_REQUIRED: { http: 422, message: 'Выберите категорию' },
  NOTHING_TO_UNDO: { http: 409, message: 'Отменять нечего' },
  EXPORT_PRODUCT_REQUIRED: { http: 422, message: 'Выберите продукт из списка' },
  EXPORT_RANGE_REQUIRED: { http: 422, message: 'Укажите временной диапазон' },
  EXPORT_NETWORK_REQUIRED: { http: 422, message: 'Выберите социальную сеть' },
  EXPORT_EMPTY: { http: 404, message: 'По данным параметрам нет результатов' },
  EXPORT_NOT_FOUND: { http: 404, message: 'Такого файла нет: он хранится сутки' },
  EXPORTS_BUSY: { http: 409, message: 'Дождитесь, пока будут готовы уже заказанные файлы' },
  RATE_LIMIT_EXCEEDED: { http: 429, message: 'Слишком много запросов. Подождите немного и попробуйте снова' },
  PAYLOAD_TOO_LARGE: { http: 413, message: 'Запрос слишком большой' },
  HTTP_ONLY: { http: 400, message: 'Этот запрос не работает через постоянное соединение' },
  SOCKET_ONLY: { http: 400, message: 'Этот запрос работает только через постоянное соединение' },
  SERVER_ERROR: { http: 500, message: 'Ошибка сервера' },
  NETWORK_ERROR: { http: 503, message: 'Проблема сети' },
} as const satisfies Record<string, { http: number; message: string }>

export type ErrorCode = keyof typeof errors

/** A defect is answered with this code and a short id that a person can read out to support (spec §8). */
export const DEFECT_PREFIX = 'CC-'

export function defectSentence(code: string, message: string): string {
  return `Непредвиденная ошибка (ErrCode: ${code}). Обратитесь в службу техподдержки. ${message}`.trim()
}
