import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Anda sudah sampai di akhir. Silakan tekan tombol untuk menyelesaikan.',
  expired: 'Tautan Anda mungkin sudah kedaluwarsa. Silakan tekan tombol untuk tetap mencoba.',
  reporting: 'Melaporkan partisipasi Anda ke marketplace. Harap biarkan halaman ini terbuka.',
  unknown:
    'Belum dikonfirmasi. Kami terus mencoba. Harap biarkan halaman ini terbuka, atau tekan salah satu tombol.',
  rejected:
    'Marketplace tidak menerima partisipasi Anda. Tautan Anda mungkin sudah kedaluwarsa atau pernah digunakan.',
  probablyRecorded:
    'Partisipasi Anda kemungkinan besar sudah tercatat. Anda dapat menutup halaman ini.',
  misconfigured:
    'Partisipasi Anda disimpan di browser ini, tetapi belum dapat dikirim. Harap biarkan halaman ini terbuka dan beri tahu penyelenggara survei.',
  accepted: {
    complete:
      'Terima kasih telah menyelesaikan survei. Partisipasi Anda telah diterima dan akan dilaporkan ke marketplace. Anda dapat menutup halaman ini.',
    fail: 'Terima kasih atas waktu Anda. Survei berakhir di sini. Partisipasi Anda telah diterima dan akan dilaporkan ke marketplace. Anda dapat menutup halaman ini.',
    quota_full:
      'Terima kasih atas minat Anda. Peserta survei sudah mencukupi. Partisipasi Anda telah diterima dan akan dilaporkan ke marketplace. Anda dapat menutup halaman ini.',
    screenout:
      'Terima kasih atas waktu Anda. Survei ini ditujukan bagi peserta lain. Partisipasi Anda telah diterima dan akan dilaporkan ke marketplace. Anda dapat menutup halaman ini.',
  },
  confirmed: {
    complete:
      'Terima kasih telah menyelesaikan survei. Partisipasi Anda telah dicatat. Anda dapat menutup halaman ini.',
    fail: 'Terima kasih atas waktu Anda. Survei berakhir di sini. Partisipasi Anda telah dicatat. Anda dapat menutup halaman ini.',
    quota_full:
      'Terima kasih atas minat Anda. Peserta survei sudah mencukupi. Partisipasi Anda telah dicatat. Anda dapat menutup halaman ini.',
    screenout:
      'Terima kasih atas waktu Anda. Survei ini ditujukan bagi peserta lain. Partisipasi Anda telah dicatat. Anda dapat menutup halaman ini.',
  },
  testRun: 'Ini hanya uji coba. Tidak ada yang dikirim.',
  finish: 'Selesaikan',
  retry: 'Coba lagi',
  leave: 'Selesaikan di marketplace',

  checking: 'Memeriksa koneksi ke brankas Anda.',
  disconnected: 'Brankas Anda tidak terhubung.',
  denied: 'Anda menolak. Brankas Anda tidak terhubung.',
  connecting: 'Menghubungkan. Jika sebuah jendela terbuka, silakan lanjutkan di sana.',
  connected: 'Brankas Anda terhubung.',
  reconnect: 'Koneksi ke brankas Anda telah berakhir. Silakan hubungkan lagi.',
  failed: 'Tidak berhasil. Silakan coba lagi.',
  connect: 'Hubungkan brankas saya',
  disconnect: 'Putuskan',

  pushing: 'Menyimpan jawaban di brankas Anda.',
  pushed: 'Jawaban Anda tersimpan di brankas Anda.',
  refused: 'Jawaban Anda tidak diterima.',
  unconnected: 'Belum disimpan. Silakan hubungkan brankas Anda dahulu.',
  busy: 'Belum disimpan. Silakan coba lagi {when}.',
  unsaved: 'Jawaban Anda tidak tersimpan. Silakan coba lagi.',
  unanswered: 'Kami tidak dapat memastikan apakah jawaban Anda tersimpan. Silakan coba lagi.',
} satisfies Messages;
