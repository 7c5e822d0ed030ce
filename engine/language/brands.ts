/** `latin: names in Russian letters`, names by their dictionary form. */
const NAMES = `
iphone: айфон; ipad: айпад; macbook: макбук; apple: эппл эпл; samsung: самсунг; xiaomi: сяоми ксиаоми ксяоми; huawei: хуавей;
honor: хонор; realme: реалми; lenovo: леново; asus: асус; acer: асер эйсер; sony: сони; philips: филипс; bosch: бош;
makita: макита; dyson: дайсон; karcher: керхер; ikea: икеа икея; epson: эпсон; nokia: нокиа нокия;
android: андроид; windows: виндовс виндоус; linux: линукс; google: гугл; yandex: яндекс; youtube: ютуб ютюб ютьюб;
instagram: инстаграм инстаграмм; facebook: фейсбук; twitter: твиттер твитер; telegram: телеграм телеграмм;
whatsapp: ватсап вотсап вацап ватсапп; viber: вайбер; skype: скайп; discord: дискорд; tiktok: тикток; vk: вк;
vkontakte: вконтакте; avito: авито; ozon: озон; wildberries: вайлдберриз вайлдберис вилдберис валдберис; aliexpress: алиэкспресс;
uber: убер; booking: букинг; airbnb: эйрбнб; photoshop: фотошоп; excel: эксель;
powerpoint: поверпоинт; figma: фигма; tilda: тильда; wordpress: вордпресс; bitrix: битрикс; autocad: автокад;
python: пайтон; java: джава; javascript: джаваскрипт; netflix: нетфликс; spotify: спотифай; steam: стим;
playstation: плейстейшен плейстейшн; xbox: иксбокс; nike: найк; adidas: адидас; puma: пума; reebok: рибок; zara: зара;
lego: лего; bmw: бмв; mercedes: мерседес; audi: ауди; toyota: тойота; lexus: лексус; honda: хонда; nissan: ниссан;
mazda: мазда; mitsubishi: мицубиси митсубиси; subaru: субару; hyundai: хендай хундай хендэ; kia: киа; ford: форд; opel: опель;
volkswagen: фольксваген; skoda: шкода; renault: рено; peugeot: пежо; citroen: ситроен; chevrolet: шевроле; volvo: вольво;
porsche: порше; tesla: тесла; lada: лада; haval: хавал хавейл; chery: чери; geely: джили; iveco: ивеко; scania: скания;
mastercard: мастеркард; paypal: пейпал; pepsi: пепси; starbucks: старбакс; mcdonalds: макдоналдс макдональдс; kfc: кфс;
mts: мтс; megafon: мегафон; beeline: билайн; rostelecom: ростелеком; sberbank: сбербанк; vtb: втб;
gazprom: газпром; alfabank: альфабанк; tinkoff: тинькофф тиньков; raiffeisen: райффайзен райфайзен
`

/** Dictionary form in Russian letters -> the brand as it writes itself, folded. «айфоны» and `iPhone` are one word. */
export const brands: ReadonlyMap<string, string> = new Map(
  NAMES.split(';').flatMap((line) => {
    const [latin = '', names = ''] = line.split(':')
    return names
      .trim()
      .split(/\s+/)
      .map((name): [string, string] => [name, latin.trim()])
  }),
)
