import type { Messages } from '../message-types.ts';

export default {
  waiting: 'Bạn sắp hoàn tất. Vui lòng nhấn nút để hoàn tất.',
  expired: 'Liên kết của bạn có thể đã hết hạn. Vui lòng nhấn nút để vẫn thử.',
  reporting: 'Đang báo lượt tham gia của bạn cho nền tảng. Vui lòng giữ trang này mở.',
  unknown: 'Chưa được xác nhận. Vui lòng giữ trang này mở hoặc nhấn một nút.',
  rejected:
    'Nền tảng không chấp nhận lượt tham gia của bạn. Liên kết của bạn có thể đã hết hạn hoặc đã được sử dụng.',
  probablyRecorded: 'Rất có thể lượt tham gia của bạn đã được ghi nhận. Bạn có thể đóng trang này.',
  misconfigured:
    'Lượt tham gia của bạn được giữ trong trình duyệt này nhưng chưa gửi đi được. Vui lòng giữ trang này mở và báo cho đơn vị tổ chức khảo sát.',
  accepted: {
    complete:
      'Cảm ơn bạn đã hoàn thành khảo sát. Lượt tham gia của bạn đã được tiếp nhận và sẽ được báo cho nền tảng. Bạn có thể đóng trang này.',
    fail: 'Cảm ơn bạn đã dành thời gian. Khảo sát kết thúc tại đây. Lượt tham gia của bạn đã được tiếp nhận và sẽ được báo cho nền tảng. Bạn có thể đóng trang này.',
    quota_full:
      'Cảm ơn bạn đã quan tâm. Khảo sát đã có đủ người tham gia. Lượt tham gia của bạn đã được tiếp nhận và sẽ được báo cho nền tảng. Bạn có thể đóng trang này.',
    screenout:
      'Cảm ơn bạn đã dành thời gian. Khảo sát này dành cho nhóm người khác. Lượt tham gia của bạn đã được tiếp nhận và sẽ được báo cho nền tảng. Bạn có thể đóng trang này.',
  },
  confirmed: {
    complete:
      'Cảm ơn bạn đã hoàn thành khảo sát. Lượt tham gia của bạn đã được ghi nhận. Bạn có thể đóng trang này.',
    fail: 'Cảm ơn bạn đã dành thời gian. Khảo sát kết thúc tại đây. Lượt tham gia của bạn đã được ghi nhận. Bạn có thể đóng trang này.',
    quota_full:
      'Cảm ơn bạn đã quan tâm. Khảo sát đã có đủ người tham gia. Lượt tham gia của bạn đã được ghi nhận. Bạn có thể đóng trang này.',
    screenout:
      'Cảm ơn bạn đã dành thời gian. Khảo sát này dành cho nhóm người khác. Lượt tham gia của bạn đã được ghi nhận. Bạn có thể đóng trang này.',
  },
  testRun: 'Đây là bản thử. Không có gì được gửi đi.',
  finish: 'Hoàn tất',
  retry: 'Thử lại',
  leave: 'Hoàn tất trên nền tảng',

  checking: 'Đang kiểm tra kết nối với kho dữ liệu của bạn.',
  disconnected: 'Kho dữ liệu của bạn chưa được kết nối.',
  denied: 'Bạn đã từ chối. Kho dữ liệu của bạn chưa được kết nối.',
  connecting: 'Đang kết nối. Nếu có cửa sổ mở ra, vui lòng tiếp tục ở đó.',
  connected: 'Kho dữ liệu của bạn đã được kết nối.',
  reconnect: 'Kết nối với kho dữ liệu của bạn đã kết thúc. Vui lòng kết nối lại.',
  failed: 'Không thành công. Vui lòng thử lại.',
  connect: 'Kết nối kho dữ liệu của tôi',
  disconnect: 'Ngắt kết nối',

  pushing: 'Đang lưu câu trả lời vào kho dữ liệu của bạn.',
  pushed: 'Câu trả lời của bạn đã được lưu trong kho dữ liệu.',
  refused: 'Câu trả lời của bạn không được chấp nhận.',
  unconnected: 'Chưa được lưu. Vui lòng kết nối kho dữ liệu trước.',
  busy: 'Chưa được lưu. Vui lòng thử lại {when}.',
  unsaved: 'Câu trả lời của bạn chưa được lưu. Vui lòng thử lại.',
  unanswered:
    'Chúng tôi không thể xác định câu trả lời của bạn đã được lưu hay chưa. Vui lòng thử lại.',
} satisfies Messages;
