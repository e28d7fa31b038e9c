#pragma once

#include <string>

#include "config/config.h"

namespace cambio {

struct Message {
    std::string to;  ///< an e-mail address or an E.164 number
    std::string subject;
    std::string text;
};

/// Sends an e-mail by SMTP, or writes it to the outbox where no SMTP_URL is configured. True: it
/// was handed over. Never throws, never logs the text.
bool send_mail(const Config& config, const Message& message);
/// Sends a text message by the HTTP gateway, or writes it to the outbox where none is configured.
bool send_sms(const Config& config, const Message& message);

}  // namespace cambio
