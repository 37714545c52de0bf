import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Sona geldiniz. Bitirmek için lütfen düğmeye basın.',
  expired: 'Bağlantınızın süresi dolmuş olabilir. Yine de denemek için lütfen düğmeye basın.',
  reporting: 'Katılımınız pazar yerine bildiriliyor. Lütfen bu sayfayı açık tutun.',
  unknown:
    'Henüz onaylanmadı. Denemeye devam ediyoruz. Lütfen bu sayfayı açık tutun veya bir düğmeye basın.',
  rejected:
    'Pazar yeri katılımınızı kabul etmedi. Bağlantınızın süresi dolmuş veya bağlantı daha önce kullanılmış olabilir.',
  probablyRecorded: 'Katılımınız büyük olasılıkla çoktan kaydedildi. Bu sayfayı kapatabilirsiniz.',
  misconfigured:
    'Katılımınız bu tarayıcıda saklanıyor ancak henüz gönderilemedi. Lütfen bu sayfayı açık tutun ve anketi düzenleyenlere haber verin.',
  accepted: {
    complete:
      'Anketi tamamladığınız için teşekkür ederiz. Katılımınız alındı ve pazar yerine bildirilecek. Bu sayfayı kapatabilirsiniz.',
    fail: 'Zaman ayırdığınız için teşekkür ederiz. Anket burada sona eriyor. Katılımınız alındı ve pazar yerine bildirilecek. Bu sayfayı kapatabilirsiniz.',
    quota_full:
      'İlginiz için teşekkür ederiz. Ankette zaten yeterli sayıda katılımcı var. Katılımınız alındı ve pazar yerine bildirilecek. Bu sayfayı kapatabilirsiniz.',
    screenout:
      'Zaman ayırdığınız için teşekkür ederiz. Bu anket başka katılımcılara yöneliktir. Katılımınız alındı ve pazar yerine bildirilecek. Bu sayfayı kapatabilirsiniz.',
  },
  confirmed: {
    complete:
      'Anketi tamamladığınız için teşekkür ederiz. Katılımınız kaydedildi. Bu sayfayı kapatabilirsiniz.',
    fail: 'Zaman ayırdığınız için teşekkür ederiz. Anket burada sona eriyor. Katılımınız kaydedildi. Bu sayfayı kapatabilirsiniz.',
    quota_full:
      'İlginiz için teşekkür ederiz. Ankette zaten yeterli sayıda katılımcı var. Katılımınız kaydedildi. Bu sayfayı kapatabilirsiniz.',
    screenout:
      'Zaman ayırdığınız için teşekkür ederiz. Bu anket başka katılımcılara yöneliktir. Katılımınız kaydedildi. Bu sayfayı kapatabilirsiniz.',
  },
  testRun: 'Bu bir testtir. Hiçbir şey gönderilmedi.',
  finish: 'Bitir',
  retry: 'Tekrar dene',
  leave: 'Pazar yerinde bitir',

  checking: 'Kasanızın bağlantısı kontrol ediliyor.',
  disconnected: 'Kasanız bağlı değil.',
  denied: 'Reddettiniz. Kasanız bağlı değil.',
  connecting: 'Bağlanıyor. Bir pencere açıldıysa lütfen oradan devam edin.',
  connected: 'Kasanız bağlı.',
  reconnect: 'Kasanızın bağlantısı sona erdi. Lütfen yeniden bağlayın.',
  failed: 'Bu işe yaramadı. Lütfen tekrar deneyin.',
  connect: 'Kasamı bağla',
  disconnect: 'Bağlantıyı kes',

  pushing: 'Yanıtlarınız kasanıza kaydediliyor.',
  pushed: 'Yanıtlarınız kasanıza kaydedildi.',
  refused: 'Yanıtlarınız kabul edilmedi.',
  unconnected: 'Henüz kaydedilmedi. Lütfen önce kasanızı bağlayın.',
  busy: 'Henüz kaydedilmedi. Lütfen {when} tekrar deneyin.',
  unsaved: 'Yanıtlarınız kaydedilmedi. Lütfen tekrar deneyin.',
  unanswered: 'Yanıtlarınızın kaydedilip kaydedilmediğini öğrenemedik. Lütfen tekrar deneyin.',
} satisfies Messages;
