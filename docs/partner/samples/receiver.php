<?php
// run: receiver.mjs
// Save as receiver.php and start it: php -S 127.0.0.1:9000 receiver.php
function isGenuine(string $body, string $secret): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sent) || abs(time() - (int) $sent) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
if (!isGenuine($body, getenv('PASEO_CALLBACK_SECRET'))) {
    http_response_code(400);
    exit;
}
$data = json_decode($body, true, flags: JSON_THROW_ON_ERROR)['data'];
// In earnest: ignore a sequence that is not above the last one that you processed for this order.
error_log("{$data['sequence']} {$data['status']}");
http_response_code(204);
